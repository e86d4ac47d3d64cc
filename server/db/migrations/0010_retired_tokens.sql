-- The tokens before the current one, oldest first, as far as they are still good for a moment: two tabs and a
-- repeated call may bring one that is two renewals old. `[{"hash": <base64>, "at": <when it was replaced>}]`
alter table session add column retired jsonb not null default '[]';
alter table session drop column previous_hash;
