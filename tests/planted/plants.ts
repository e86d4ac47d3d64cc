/** A bug that somebody could have made, to try whether the tests find it. */
export interface Plant {
  /** Its patch is beside this file. */
  readonly name: string;
  /** What goes wrong by it. */
  readonly bug: string;
  /** What should find it: models of `npm run paths`, or test files. */
  readonly foundBy: readonly string[];
}

export const plants: readonly Plant[] = [
  {
    name: 'late-renewal-after-logout',
    bug: 'a token that is renewed while the logout is under way is used',
    foundBy: ['auth'],
  },
  {
    name: 'logout-in-another-tab-leaves-calls',
    bug: 'after a logout in another tab waiting calls are never ended, and the tab stays among those of the user',
    foundBy: ['auth'],
  },
  {
    name: 'second-message-during-a-reset',
    bug: 'of the messages that arrive while a counter is reset only the last is counted',
    foundBy: ['unseen'],
  },
  {
    name: 'refused-pin-stays',
    bug: 'a pin that the server refused is shown as if it had been made',
    foundBy: ['inbox'],
  },
  {
    name: 'transfer-confirmed-by-who-asked',
    bug: 'who asked for a transfer may confirm it instead of its next owner',
    foundBy: ['transfer'],
  },
  {
    name: 'lost-answer-is-sent-again',
    bug: 'a message whose answer was lost is sent again without asking the server whether it has it',
    foundBy: ['message-send'],
  },
  {
    name: 'gap-of-one-frame',
    bug: 'one lost frame isn’t noticed',
    foundBy: ['socket'],
  },
  {
    name: 'newest-page-drops-what-arrived',
    bug: 'a message that arrives while the newest page is fetched disappears with the page',
    foundBy: ['conversation'],
  },
  {
    name: 'call-keeps-its-first-token',
    bug: 'a call that is retried after a renewal bears the expired token',
    foundBy: ['tests/adapters/calls.test.ts'],
  },
  {
    name: 'removed-while-the-outbox-is-read',
    bug: 'a message that was settled while the outbox was read is restored from it, and sent again',
    foundBy: ['tests/adapters/storage.test.ts'],
  },
  {
    name: 'key-of-each-attempt',
    bug: 'each attempt of a message has a client id of its own, so the server can’t tell it is the same',
    foundBy: ['tests/adapters/messages.test.ts'],
  },
  {
    name: 'tab-keeps-its-locks',
    bug: 'a leading tab that was logged out goes on leading, and no other does',
    foundBy: ['tests/adapters/tabs.test.ts'],
  },
  {
    name: 'half-an-answer-is-kept',
    bug: 'of an answer that doesn’t fit the flow keeps what came before its fault',
    foundBy: ['tests/flows'],
  },
  {
    name: 'requests-without-end',
    bug: 'a flow whose requests lead to each other calls them for ever',
    foundBy: ['tests/flows'],
  },
  {
    name: 'tries-of-the-question-before',
    bug: 'wrong answers to one question count for the next one as well',
    foundBy: ['tests/flows'],
  },
  {
    name: 'transfer-to-who-left',
    bug: 'an administrator’s own instances decide whether somebody else gets a ticket',
    foundBy: ['tests/server/transfers'],
  },
  {
    name: 'read-receipt-settles-a-later-one',
    bug: 'a message that is read while the one before it is reported is never reported',
    foundBy: ['tests/server/messages/read-ticks.test.ts'],
  },
  {
    name: 'quote-of-the-parent',
    bug: 'a reply to a message of an earlier ticket reaches the customer without its quote',
    foundBy: ['tests/server/messages/send.test.ts'],
  },
  {
    name: 'logged-out-and-still-there',
    bug: 'who logs out of their last session still counts as connected, and gets tickets',
    foundBy: ['tests/server/auth'],
  },
  {
    name: 'cursor-among-namesakes',
    bug: 'the next page leaves out customers with the name that the last one ended with',
    foundBy: ['tests/server/customers/list-customers.test.ts'],
  },
];
