!> Explicit solver of the heat equation on a regular grid.
module heat_solver
  use, intrinsic :: iso_fortran_env, only: real64, output_unit
  implicit none
  private
  public :: grid, step, norm

  integer, parameter :: dp = real64
  real(dp), parameter :: default_rate = 0.25_dp

  !> One time level of the field.
  type :: grid
    integer :: nx = 0
    integer :: ny = 0
    real(dp), allocatable :: values(:, :)
  contains
    procedure :: resize => grid_resize
  end type grid

  interface norm
    module procedure norm_max
  end interface norm

contains

  !> Allocates the field.
  subroutine grid_resize(self, nx, ny)
    class(grid), intent(inout) :: self
    integer, intent(in) :: nx, ny

    if (allocated(self%values)) deallocate (self%values)
    allocate (self%values(nx, ny))
    self%values = 0.0_dp
    self%nx = nx
    self%ny = ny
  end subroutine grid_resize

  subroutine step(field, rate)
    type(grid), intent(inout) :: field
    real(dp), intent(in) :: rate
    integer :: i, j

    do j = 2, field%ny - 1
      do i = 2, field%nx - 1
        field%values(i, j) = field%values(i, j) + rate * field%values(i - 1, j)
      end do
    end do
  end subroutine step

  pure function norm_max(field) result(largest)
    type(grid), intent(in) :: field
    real(dp) :: largest

    largest = maxval(abs(field%values))
  end function norm_max

end module heat_solver

program heat
  use heat_solver, only: grid, step, norm
  implicit none
  type(grid) :: field
  integer :: n

  call field%resize(64, 64)
  do n = 1, 100
    call step(field, 0.1d0)
  end do
  print *, 'largest value:', norm(field)
end program heat
