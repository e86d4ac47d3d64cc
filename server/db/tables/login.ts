import type { ColumnType, Generated } from 'kysely';
import type { Id, Identity, Now, Position } from './columns.ts';

/** Why a session ended. `company`: the company was deleted, with all its sessions. */
export type SessionEnd =
  | 'logout'
  | 'reuse'
  | 'disconnected'
  | 'password'
  | 'blocked'
  | 'deleted'
  | 'revoked'
  | 'company';

export type SessionTable = {
  tenant_id: Id;
  id: Identity;
  user_id: Id;
  token_hash: Buffer;
  /** Replaced tokens, oldest first; `at` is the time of replacement. `isAgain`: it was replaced a second time. */
  retired: ColumnType<{ hash: string; at: string; isAgain?: true }[], string | undefined, string>;
  rotated_at: Now;
  created_at: Now;
  expires_at: Date;
  /** Null: as long as it is refreshed. */
  ends_at: Date | null;
  remember: Generated<boolean>;
  /** Null: the password was not entered in this session. */
  password_proved_at: Date | null;
  revoked_at: Date | null;
  revoked_reason: SessionEnd | null;
  address: string | null;
  user_agent: string | null;
};

export type SocketTicketTable = {
  tenant_id: Id;
  token_hash: Buffer;
  user_id: Id;
  session_id: Id;
  expires_at: Date;
  used_at: Date | null;
};

export type LoginLimitTable = { key: Buffer; failures: number; window_ends_at: Date };

/** `tenant_id` and `user_id` are 0 for an unknown e-mail. */
export type LoginFailureTable = {
  tenant_id: Id;
  id: Identity;
  user_id: Id;
  at: Now;
  address: string;
  request_id: string;
};

export type TotpTable = {
  tenant_id: Id;
  user_id: Id;
  sealed_secret: string;
  /** Null: not confirmed with a code yet. */
  confirmed_at: Date | null;
  last_used_step: Position;
  created_at: Now;
};

export type RecoveryCodeTable = {
  tenant_id: Id;
  user_id: Id;
  code_hash: Buffer;
  key_id: string | null;
  used_at: Date | null;
  is_active: Generated<boolean>;
};

export type PasswordResetTable = {
  tenant_id: Id;
  token_hash: Buffer;
  user_id: Id;
  created_at: Now;
  expires_at: Date;
  used_at: Date | null;
};
