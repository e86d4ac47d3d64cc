-- Whose name stands before the words as the customer got them; null: nobody's.
alter table message add column signed_as text;
