"""
Orbits of small bodies.
"""
module Orbits

using LinearAlgebra: norm, dot
using Statistics
import Base: show, +, *
include("constants.jl")
export Body, simulate!, @timed_step

const G = 6.674e-11
const Vec3 = NTuple{3,Float64}
global verbose = false

abstract type AbstractBody{T<:Real} end

"A body with mass and place."
Base.@kwdef mutable struct Body{T<:Real} <: AbstractBody{T}
    name::String = "unnamed"
    mass::T
    const place::Vector{T} = zeros(T, 3)
    velocity::Vector{T} = [0, 0, 0]
end

struct Pair2{A,B}
    a::A
    b::B
    Pair2(a::A, b::B) where {A,B} = new{A,B}(a, b)
end

primitive type Tiny 8 end

@enum Phase begin
    inner = 1
    outer
end

function Body(name::AbstractString, mass; kwargs...)
    return Body(; name=String(name), mass=float(mass), kwargs...)
end

area(r) = π * r^2
(b::Body)(t::Real) = b.place .+ t .* b.velocity
+(a::Body, b::Body) = Body("$(a.name)+$(b.name)", a.mass + b.mass)
Base.show(io::IO, b::Body) = print(io, "Body(", b.name, ")")

"""
    simulate!(bodies, steps; dt=0.1)

Moves all bodies.
"""
function simulate!(bodies::AbstractVector{<:Body}, steps::Integer=10; dt::Float64=0.1, callback=nothing)
    for step in 1:steps, (i, body) in enumerate(bodies)
        body.velocity .+= force(body, bodies) ./ body.mass .* dt
        if step % 2 == 0 && !isnothing(callback)
            callback(step; body)
        elseif step == 1 || verbose
            continue
        else
            @debug "step" step i
        end
    end
    bodies
end

force(a, others) = sum(G * a.mass * b.mass / norm(b.place - a.place)^2 for b in others if b !== a; init=0.0)

macro timed_step(expression)
    quote
        local start = time_ns()
        local value = $(esc(expression))
        println("took ", (time_ns() - start) / 1e6, " ms")
        value
    end
end

function read_bodies(path)
    bodies = Body[]
    open(path) do io
        for line in eachline(io)
            name, mass, rest... = split(line, ',')
            push!(bodies, Body(strip(name), parse(Float64, mass)))
        end
    end
    try
        isempty(bodies) && throw(ArgumentError("no bodies in $path"))
    catch err
        err isa ArgumentError ? rethrow() : @warn("odd", exception = err)
    finally
        flush(stdout)
    end
    return bodies
end

function classify(x::Union{Int,Missing}, ::Val{N}) where {N}
    while true
        x === missing && break
        x < 0 ? (return :negative) : nothing
        x >>= 1
    end
    let y = 0x1f, z = 3im
        y ∈ (1, 2) ? y |> string : [i^2 for i in 1:3 if isodd(i)]
    end
    matrix = [1 2; 3 4]'
    (; name, mass) = Body("a", 1)
    f = (a, b=2; c...) -> a ÷ b
    matrix[end, :] .= map(v -> 2v, matrix[1, :])
    text = raw"\d+" * r"^[a-z]+$"i.pattern * """
        long $(name) text
        """
    return (; text, N), f(1), 'c', :symbol, `ls -l $text`
end

end # module
