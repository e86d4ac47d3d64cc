import type { EventType } from '../../src/machines/log/event.ts';
import { data } from './scripted-server.ts';
import { refusalOf, waiting } from './wired-answers.ts';
import type { Cause } from './wired-answers.ts';
import { wireOfMedia } from './wired-wire.ts';

/** What comes as the answer to a question about a message's file. */
export const mediaAnswers = {
  'media.loaded': ({ messageId, request, media }, outside) => {
    const asked = waiting(
      outside,
      'media.fetch',
      (command) => command.messageId === messageId && command.request === request,
    );
    const name = asked?.command.type === 'media.fetch' && asked.command.retry ? 'retryMessageMedia' : 'messageMedia';
    asked?.answer(data({ [name]: wireOfMedia(messageId, media) }));
    return asked !== undefined;
  },
  'media.loadFailed': ({ messageId, request, failure }, outside) => {
    const asked = waiting(
      outside,
      'media.fetch',
      (command) => command.messageId === messageId && command.request === request,
    );
    const reply = refusalOf(failure);
    if (asked === undefined || reply === null) return false;
    asked.answer(reply);
    return true;
  },
} satisfies { readonly [Type in EventType]?: Cause<Type> };
