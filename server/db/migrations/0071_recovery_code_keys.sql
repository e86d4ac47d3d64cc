-- Which of the server's secrets a code was hashed with: while one of an older secret is left, that is still needed.
-- Null: it was made before secrets had names.
alter table recovery_code add column key_id text;
