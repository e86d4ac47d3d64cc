import type { RuleActionName, RuleEventName } from '../../../contract/facts/rules.ts';
import type { RuleDefinition, RuleTest } from '../../../contract/entities/rule.ts';
import type { Id } from '../../db/tables.ts';
import { unreachable } from '../../unreachable.ts';
import { awaited } from './happenings.ts';
import { holds, holdsAsKnown } from './judge.ts';

/** A rule, as far as it causes others and is caused by them. */
export type Causing = { id: Id | null; name: string; definition: RuleDefinition };

/** What a flow may do: `tagged` and so on are ids; `opens`: it writes first, in a new ticket if none is open. */
export type FlowWrites = {
  tagged: readonly Id[];
  untagged: readonly Id[];
  fields: readonly Id[];
  finishes: boolean;
  opens: boolean;
};

/** A link of a chain: the rule, what it does, and what that is for the next one. */
export type Link = { name: string; do: RuleActionName; on: RuleEventName };

type Write = { do: RuleActionName; on: RuleEventName; ids: readonly Id[] };

/**
 * A chain of causes that leads from a rule to itself, the shortest; null: there is none. What it writes triggers, unless the other's
 * condition can't hold after it.
 */
export function loopOf(rule: Causing, others: readonly Causing[], flows: ReadonlyMap<Id, FlowWrites>): Link[] | null {
  const all = [rule, ...others.filter(({ id }) => id === null || id !== rule.id)];
  const reached = new Set<Causing>();
  let chains: { at: Causing; links: Link[] }[] = [{ at: rule, links: [] }];
  while (chains.length > 0) {
    const longer: typeof chains = [];
    for (const { at, links } of chains) {
      for (const next of all) {
        const write = causes(at, next, flows);
        if (write === undefined) continue;
        const chain = [...links, { name: at.name, do: write.do, on: write.on }];
        if (next === rule) return chain;
        if (!reached.has(next)) longer.push({ at: next, links: chain });
        reached.add(next);
      }
    }
    chains = longer;
  }
  return null;
}

/** A chain in words that need no language: names and arrows. */
export function chainText(links: readonly Link[]): string {
  const names = links.map(({ name }) => `“${name}”`);
  return [...names, names[0] ?? ''].join(' → ');
}

/** What one rule writes that triggers another; undefined: nothing. */
function causes(one: Causing, other: Causing, flows: ReadonlyMap<Id, FlowWrites>): Write | undefined {
  const { event, condition } = other.definition;
  const written = writesOf(one.definition, flows).filter(
    ({ do: name, on, ids }) =>
      awaited(event, [{ on, ids, minutes: event.minutes, ticketId: null, customerId: '', text: null, kind: null }]) !==
        undefined &&
      // Where it acts once a ticket, waiting once more begins nothing.
      (on !== 'ticket.waiting' || (name === 'flow' && !other.definition.once)),
  );
  if (written.length === 0) return undefined;
  return holdsAsKnown(condition, (test) => knownAfter(one.definition, test)) === false ? undefined : written[0];
}

function writesOf({ actions }: RuleDefinition, flows: ReadonlyMap<Id, FlowWrites>): Write[] {
  return actions.flatMap(({ do: name, id }): Write[] => {
    const ids = id === null ? [] : [id];
    const write = (on: RuleEventName, those: readonly Id[] = []): Write => ({ do: name, on, ids: those });
    switch (name) {
      case 'tag':
        return [write('customer.tagged', ids)];
      case 'untag':
        return [write('customer.untagged', ids)];
      case 'field':
        return [write('customer.field', ids)];
      case 'assign':
        return [write('ticket.taken')];
      case 'department':
      case 'queue':
        // From a queue it is given to somebody at once, or later.
        return [write('ticket.transferred'), write('ticket.taken')];
      case 'finish':
        return [write('ticket.finished')];
      case 'flow': {
        const does = flows.get(id ?? '');
        return [
          write('ticket.transferred'),
          write('ticket.taken'),
          write('ticket.waiting'),
          ...(does === undefined
            ? []
            : [
                write('customer.tagged', does.tagged),
                write('customer.untagged', does.untagged),
                write('customer.field', does.fields),
              ].filter(({ ids: those }) => those.length > 0)),
          ...(does?.finishes === true ? [write('ticket.finished')] : []),
          ...(does?.opens === true ? [write('ticket.opened')] : []),
        ];
      }
      case 'send':
      case 'reply':
      case 'note':
      case 'notify':
        return [];
      default:
        return unreachable(name);
    }
  });
}

/** What a test says right after a rule acted; null: what it wrote doesn't tell. */
function knownAfter({ actions }: RuleDefinition, test: RuleTest): boolean | null {
  const { field, field_id, op, values } = test;
  // A flow may write anything after it.
  if (actions.some(({ do: name }) => name === 'flow')) return null;
  const last = (name: RuleActionName, id?: Id | null) =>
    actions.findLast((action) => action.do === name && (id === undefined || action.id === id));
  switch (field) {
    case 'field': {
      const set = last('field', field_id);
      if (set === undefined || op === 'past' || op === 'today' || op === 'future') return null;
      return holds(test, set.text === '' ? null : set.text, '');
    }
    case 'department': {
      const moved = last('department');
      return moved === undefined ? null : holds(test, moved.id, '');
    }
    case 'owner': {
      const given = actions.findLast(({ do: name }) => name === 'assign' || name === 'department' || name === 'queue');
      return given?.do === 'assign' ? holds(test, given.id, '') : null;
    }
    case 'outcome': {
      const finished = last('finish');
      return finished === undefined ? null : holds(test, finished.id, '');
    }
    case 'tag': {
      const isOn = (id: Id) => last('tag', id) !== undefined && last('untag', id) === undefined;
      if (op === 'filled' || op === 'empty') return null;
      if (values.some(isOn)) return op === 'in';
      const isOff = (id: Id) => last('untag', id) !== undefined && last('tag', id) === undefined;
      return values.every(isOff) ? op === 'notIn' : null;
    }
    default:
      return null;
  }
}
