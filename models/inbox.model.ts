import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import { inboxMachine } from '../src/machines/inbox/inbox.machine.ts';
import { inboxFacts } from './inbox.facts.ts';
import { inboxInvariants } from './inbox.invariants.ts';
import { inboxOracles } from './inbox.reference.ts';
import { narrowLeads } from './inbox.narrow.ts';
import { inboxSamples } from './inbox.samples.ts';
import { inboxScenes } from './inbox.scenes.ts';
import { when } from './model.ts';
import type { MachineModel } from './model.ts';
import { stateKey } from './state-key.ts';

type State = 'idle' | 'loading' | 'ready' | 'loadingMore' | 'failed' | 'moreFailed';

type Name = keyof typeof inboxSamples;

/** Where another query leads; the current one isn't fetched again. */
function queried<const To>(to: To) {
  return {
    ...narrowLeads(to),
    'inbox.filtered: finished ones': when('finished ones of every instance are asked for', 'ignored', to),
    'inbox.filtered: mine, open': when('open ones of every instance are asked for', 'ignored', to),
    'inbox.filtered: the queue': when('the queue is asked for', 'ignored', to),
    'inbox.filtered: with a flow': when('those with a flow are asked for', 'ignored', to),
    'inbox.filtered: waiting': when('those waiting for a customer are asked for', 'ignored', to),
    'inbox.narrowed: not answered': when('the not answered are asked for', 'ignored', to),
    'inbox.narrowed: the unread': when('the unread are asked for', 'ignored', to),
    'inbox.narrowed: nothing': when('just this is asked for', 'ignored', to),
    'inbox.sorted: longest wait': when('by wait', 'ignored', to),
    'inbox.sorted: last message': when('by wait', to, 'ignored'),
    'inbox.searched: “mar”': when('“mar” is asked for', 'ignored', to),
    'inbox.searched: nothing': when('just this is asked for', 'ignored', to),
    'instance.chosen': when('an instance is asked for', 'ignored', to),
  } as const;
}

const onFilters = queried('loading');

/** Before a login, or while an answer is pending, these fetch nothing. */
const onFiltersBefore = queried('stays');

/** The rows are counted only when the next page may be wanted. */
const recounted = when('the rows are counted', 'ignored', 'stays');

export const inboxModel: MachineModel<State, Name, keyof typeof inboxFacts> = {
  name: 'inbox',
  machine: inboxMachine,
  actor: 'inbox',
  samples: inboxSamples,
  facts: inboxFacts,
  scenes: inboxScenes,
  expected: {
    anywhere: {
      'app.opened: with a kept session': 'loading',
      'app.opened: nobody was logged in': 'idle',
      'app.opened: an administrator by now': 'loading',
      'app.opened: who had chosen what to look at': 'loading',
      'user.loaded: an attendant by now': 'stays',
      'user.loaded: an administrator by now': when('they are an administrator', 'ignored', 'stays'),
      'logout.requested': 'idle',
      // Every answer may change the number of rows held.
      'tickets.listed: of an earlier call': recounted,
      'tickets.listed: of 25': recounted,
      'tickets.listed: of 3': recounted,
      'tickets.listed: none': recounted,
      'inbox.endReached': recounted,
      'inbox.retried': recounted,
      'ticket.closed': when(
        'its finish is counted',
        when('the closed one is held', 'ignored', 'stays'),
        when('a later list was counted', 'ignored', 'stays'),
      ),
      'customer.pinToggled: on': when('it is pinned', 'ignored', 'stays'),
      'customer.pinToggled: off': when('it is pinned', 'stays', 'ignored'),
      'customer.pinFailed': when('a wish is pending', 'stays', 'ignored'),
      'customer.pinned': 'stays',
      'customer.pinned: not any more': 'stays',
      'unseen.wasReset: elsewhere': when('frames are kept', 'stays', 'ignored'),
      'timer.fired: views': when('the numbers are in doubt', 'acts', 'ignored'),
    },
    states: {
      none: {},
      idle: {
        ...onFiltersBefore,
        'app.opened: nobody was logged in': when('an instance is asked for', 'stays', 'ignored'),
        'login.succeeded': 'loading',
        'login.succeeded: who had chosen an instance': 'loading',
        'login.succeeded: who had chosen what to look at': 'loading',
        'logout.requested': 'ignored',
      },
      loading: {
        ...onFiltersBefore,
        'app.opened: with a kept session': 'stays',
        'app.opened: an administrator by now': 'stays',
        'app.opened: who had chosen what to look at': 'stays',
        'instances.listed: another': when('an instance is asked for', 'stays', 'ignored'),
        'unseen.wasReset: elsewhere': 'stays',
        'user.loaded: an administrator by now': 'stays',
        'inbox.endReached': when('more is wanted', recounted, 'stays'),
        'tickets.listed: of 25': when('more is wanted', 'loadingMore', 'ready'),
        'tickets.listed: of 25, from before the last frame': when('more is wanted', 'loadingMore', 'ready'),
        'tickets.listed: of 3': 'ready',
        'tickets.listed: none': 'ready',
        'tickets.listed: something is unseen elsewhere': 'ready',
        'tickets.listFailed': 'failed',
        'tickets.listFailed: not permitted': 'failed',
        'socket.greeted: something was lost': when('the greeting is awaited', 'stays', 'ignored'),
      },
      ready: {
        ...onFilters,
        'tickets.listed: of 25': when(
          'more is wanted',
          'loadingMore',
          when('a resync is due', 'stays', when('the numbers are asked for', 'stays', recounted)),
        ),
        'tickets.listed: of 25, from before the last frame': when(
          'more is wanted',
          'loadingMore',
          when('a resync is due', 'stays', recounted),
        ),
        'tickets.listed: of 3': when('a resync is due', 'stays', recounted),
        // For a ticket that isn't held, kept frames are dropped, or kept for the list in flight.
        'ticket.closed': when(
          'its finish is counted',
          when(
            'frames are kept',
            'stays',
            when(
              'the closed one is held',
              when('a later page is next', 'stays', 'ignored'),
              when('a resync is due', 'stays', 'ignored'),
            ),
          ),
          when('a later list was counted', 'ignored', 'stays'),
        ),
        'unseen.wasReset: elsewhere': when(
          'the unread are asked for',
          'stays',
          when('frames are kept', 'stays', when('something is unseen elsewhere', 'stays', 'ignored')),
        ),
        'tickets.listed: none': recounted,
        'tickets.listed: the views': when('the numbers are asked for', 'stays', 'ignored'),
        'timer.fired: views': when(
          'the numbers are in doubt',
          when('numbers were asked for', 'acts', 'stays'),
          'ignored',
        ),
        'tickets.listed: of 25, as of a later position': when(
          'more is wanted',
          'loadingMore',
          when('a resync is due', 'stays', recounted),
        ),
        'inbox.endReached': when(
          'all is held',
          recounted,
          when('a resync is due', when('more is wanted', recounted, 'stays'), 'loadingMore'),
        ),
        'tickets.listFailed': when('the numbers are asked for', 'stays', when('a resync is due', 'acts', 'ignored')),
        'socket.greeted: something was lost': when('the greeting is awaited', 'stays', 'ignored'),
        'timer.fired: resync': when('a resync is due', 'stays', 'ignored'),
      },
      loadingMore: {
        ...onFilters,
        'ticket.closed': when(
          'its finish is counted',
          when('the closed one is held', when('a row has left meanwhile', 'ignored', 'stays'), 'stays'),
          when('a later list was counted', 'ignored', 'stays'),
        ),
        // Kept until the page is there.
        'unseen.wasReset: elsewhere': 'stays',
        'tickets.listed: of 25': 'ready',
        'tickets.listed: of 25, from before the last frame': 'ready',
        'tickets.listed: of 25, as of a later position': 'ready',
        'tickets.listed: of 3': 'ready',
        'tickets.listed: none': 'ready',
        'tickets.listFailed': 'moreFailed',
        'tickets.listFailed: not permitted': 'moreFailed',
        'socket.greeted: something was lost': when('the greeting is awaited', 'ready', 'ignored'),
      },
      failed: {
        ...onFilters,
        'inbox.retried': 'loading',
        'socket.greeted: missed frames follow': when('the greeting is awaited', 'loading', 'ignored'),
        'timer.fired: resync': when('a resync is due', 'loading', 'ignored'),
        'socket.greeted: something was lost': when('the greeting is awaited', 'loading', 'ignored'),
      },
      moreFailed: {
        ...onFilters,
        'inbox.retried': 'loadingMore',
        'socket.greeted: missed frames follow': when('the greeting is awaited', 'loadingMore', 'ignored'),
        'socket.greeted: something was lost': when('the greeting is awaited', 'ready', 'ignored'),
      },
    },
  },
  key: (app) => {
    const { directory } = app;
    const { value, context } = directory.inbox.getSnapshot();
    const { answered: isAnswered, complete, held: rows, nextPage, query, stale, wantsMore } = context;
    const { pagedAt, shrunkAt, torn } = context;
    return stateKey(value, {
      status: query.status === 'open' ? null : query.status,
      search: query.search,
      scope: query.scope === 'mine' || query.scope === 'all' ? null : query.scope,
      sort: query.sort,
      only: query.only,
      doubt: context.views.doubt !== undefined,
      isAsked: context.views.asked === undefined ? null : context.views.asked === context.request,
      counted: context.views.asOf >= 0,
      finishes: Object.keys(context.views.finishedSince).length,
      instance: query.instanceId,
      answered: isAnswered,
      complete,
      rows,
      next: nextPage > 1 ? nextPage : null,
      stale,
      paged: pagedAt !== null,
      shrunk: shrunkAt !== null,
      torn,
      wantsMore,
      pinned: context.pins.updated['301']?.pinned ?? context.pins.listed['301'],
      wanted: context.pins.wanted['301'],
      unheld: Math.min(1, context.unheld.frames.length),
      elsewhere: Object.keys(context.unheld.unseen).length,
      order: directory.ticketOrder.getSnapshot().ids.length,
      role: selectViewer(directory.auth.getSnapshot())?.roleName,
      anonymous: context.viewer === null,
      socket: stateKey(directory.socket.getSnapshot().value),
    });
  },
  stopWhen: () => false,
  invariants: inboxInvariants,
  oracles: inboxOracles,
  onlyInTheLog: {},
};
