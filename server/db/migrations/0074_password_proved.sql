-- When the session's person last showed their password in it; null: never, as who came in by the company's provider.
alter table session add column password_proved_at timestamptz;
