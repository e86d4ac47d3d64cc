type Exception = { /** A part of the statement. */ of: string; because: string };
const isOne = (exceptions: readonly Exception[], text: string): boolean =>
  exceptions.some(({ of }) => text.includes(of));

/** What any company's transaction may do to what is no company's. */
export const isCommon = (text: string): boolean =>
  isOne([{ of: 'insert into "mail_job"', because: 'all mail waits in one queue, which no company may read' }], text);

/** What the platform does over all companies; which columns it may read is in tests/server/db/platform-reads.ts. */
export const isOfAll = (text: string): boolean =>
  isOne(
    [
      { of: 'insert into webhook_rejected', because: 'what can’t be taken in is kept once, whoever’s it is' },
      { of: 'delete from webhook_rejected where id = any', because: 'taken up again, by ids that were just read' },
      { of: 'delete from webhook_rejected where received_at', because: 'kept for some days, whoever’s it is' },
      { of: 'other.claimed_number = i.sender_address', because: 'a number is one company’s, whichever has it' },
      { of: 'update "tenant" set "epoch"', because: 'after a restore every page refetches' },
    ],
    text,
  );
