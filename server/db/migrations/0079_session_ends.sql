-- Why a session ended: its company is no customer any more.
alter table session drop constraint session_revoked_reason_check;
alter table session add constraint session_revoked_reason_check check (
  revoked_reason in ('logout', 'reuse', 'disconnected', 'password', 'blocked', 'deleted', 'revoked', 'company'));
