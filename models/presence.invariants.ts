import type { Invariant } from './model.ts';

/** Derived from the frames alone: viewers of a conversation are a set of pages. */
const viewingMatchesPages: Invariant = {
  name: 'presence: who looks is who has a page there, each once',
  ofState: true,
  follow: (begun) => {
    const pages = new Map<string, { readonly user: string; readonly place: string; readonly typing: boolean }>();
    const known = begun.directory.presence()?.getSnapshot().context.pages ?? {};
    for (const [id, { userId, key, typing }] of Object.entries(known))
      pages.set(id, { user: userId, place: key, typing });
    return ({ app, event }) => {
      const actor = app.directory.presence();
      if (actor === undefined || event.type === 'socket.greeted') pages.clear();
      if (actor === undefined) return null;
      if (event.type === 'presence.arrived') {
        const { pageId, person, open, typing } = event;
        if (open === null) pages.delete(pageId);
        else pages.set(pageId, { user: person.id, place: `${open.customerId}@${open.instanceId}`, typing });
      }
      if (event.type === 'timer.fired' && event.timer.endsWith(':silence'))
        pages.delete(event.timer.split(':')[1] ?? '');
      const expected = new Map<string, boolean>();
      for (const { user, place, typing } of pages.values()) {
        expected.set(`${place} ${user}`, typing || expected.get(`${place} ${user}`) === true);
      }
      const { viewing } = actor.getSnapshot().context;
      const shown = Object.entries(viewing).flatMap(([place, there]) =>
        there.map(({ userId, typing }) => `${place} ${userId} ${typing}`),
      );
      const wanted = [...expected].map(([who, typing]) => `${who} ${typing}`);
      return shown.toSorted().join() === wanted.toSorted().join()
        ? null
        : `shown: ${shown.join()}, there: ${wanted.join()}`;
    };
  },
};

const hiddenReportsNothing: Invariant = {
  name: 'presence: a hidden page reports no conversation as open',
  ofState: true,
  follow: ({ directory }) => {
    let { visible } = directory.shell.getSnapshot().context;
    return ({ event, commands }) => {
      if (event.type === 'page.visibilityChanged' || event.type === 'presence.followed' || event.type === 'app.opened')
        visible = event.visible;
      const isWrong = commands.some(({ type, ...rest }) => {
        return type === 'presence.tell' && 'customerId' in rest && rest.customerId !== null && !visible;
      });
      return isWrong ? `reported an open conversation at ${event.type}` : null;
    };
  },
};

export const presenceInvariants: readonly Invariant[] = [viewingMatchesPages, hiddenReportsNothing];
