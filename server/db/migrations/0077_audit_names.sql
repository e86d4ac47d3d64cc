-- What the things that an entry speaks of were called then, `[{"of": "user:13", "name": "Ana"}]`: it reads when they are gone.
alter table audit add column names jsonb not null default '[]';
