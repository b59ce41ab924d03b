with Ada.Text_IO;
with Ada.Exceptions; use Ada.Exceptions;

--  A queue of limited size that several tasks may share.
package body Bounded_Queue is

   Max_Waits : constant Positive := 16;

   type State is (Empty, Partial, Full);

   type Slot is record
      Value : Integer := 0;
      Used  : Boolean := False;
   end record;

   type Slot_Array is array (Positive range <>) of Slot;

   --  Counts the slots in use.
   function Count (Slots : Slot_Array) return Natural is
      Total : Natural := 0;
   begin
      for S of Slots loop
         if S.Used then
            Total := Total + 1;
         end if;
      end loop;
      return Total;
   end Count;

   procedure Put (Slots : in out Slot_Array; Value : Integer) is
   begin
      for I in Slots'Range loop
         if not Slots (I).Used then
            Slots (I) := (Value => Value, Used => True);
            return;
         end if;
      end loop;
      raise Constraint_Error with "queue is full";
   exception
      when E : Constraint_Error =>
         Ada.Text_IO.Put_Line (Exception_Message (E));
   end Put;

   protected body Guard is
      entry Wait when Count_Waiting < Max_Waits is
      begin
         Count_Waiting := Count_Waiting + 1;
      end Wait;

      procedure Release is
      begin
         Count_Waiting := 0;
      end Release;
   end Guard;

   task body Worker is
   begin
      loop
         select
            accept Start (Id : Positive) do
               Ada.Text_IO.Put_Line (Positive'Image (Id));
            end Start;
         or
            terminate;
         end select;
      end loop;
   end Worker;

end Bounded_Queue;
