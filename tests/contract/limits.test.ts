import { expect, it } from 'vitest';
import { isFinalClose } from '../../contract/facts/close-codes.ts';
import * as limits from '../../contract/facts/limits.ts';

/* As written in the specification (section 9) and the design (sections 3, 4 and 12), since the models take them from the code. */

it('limits are those of the specification and the design', () => {
  expect(limits).toMatchObject({
    CHAT_PAGE_SIZE: 10,
    TENANT_PAGE_SIZE: 4,
    SOCKET_PING_MS: 300_000,
    SOCKET_RECONNECT_MS: 1_000,
    SOCKET_SILENCE_MS: 60_000,
    SOCKET_HEARTBEAT_MS: 25_000,
    SOCKET_TICKET_MS: 30_000,
    NOTIFICATION_CLEAR_MS: 300,
    ACCESS_TOKEN_MS: 600_000,
    STARRED_PAGES_MAX: 10,
    PASSWORD_MIN_LENGTH: 8,
  });
});

it.each([
  [1000, false],
  [1006, false],
  [1012, false],
  [4399, false],
  [4400, true],
  [4499, true],
  [4500, false],
  [4503, false],
])('close code %i is final: %s', (code, isFinal) => {
  expect(isFinalClose(code)).toBe(isFinal);
});
