--  Queues of limited size.
package Bounded_Queue is

   Default_Size : constant := 64;

   type Priority is range 0 .. 9;

   subtype Urgent is Priority range 7 .. 9;

   procedure Clear;

   function Is_Full return Boolean;

   task type Worker is
      entry Start (Id : Positive);
   end Worker;

private

   Current : Natural := 0;

end Bounded_Queue;
