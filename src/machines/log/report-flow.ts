/*
 * A flow in a report: what its steps are and how they hang together stays, or its editor would have nothing to go on from;
 * whatever is said in it is hidden.
 */

/** Fields of the flow's own words, ids and times. */
const SHAPE = /^(?:kind|of|channel|start|order|id|.+_id|to|exit|exits|what|expects|type|method|until)$/u;
/** Changes of a flow, by their `of`. */
const EDIT = /^(?:named|added|removed|moved|changed|connected|started|variable|placed|replaced|several)$/u;
const DAY = /^\d{4}-\d\d-\d\d$/u;

interface Placeholders {
  readonly ofText: (text: string) => string;
  readonly ofNumber: (number: number) => number;
}

/** Whether it is a flow, the places of its steps, or a change of one. */
export function isOfFlow(value: object): boolean {
  if ('nodes' in value) return 'start' in value;
  if ('order' in value) return 'at' in value;
  return 'of' in value && typeof value.of === 'string' && EDIT.test(value.of);
}

export function hiddenFlow(value: unknown, own: Placeholders, field = '', owner = ''): unknown {
  if (typeof value === 'string') {
    if (SHAPE.test(field) || owner === 'exits') return value;
    return field === 'initial' && DAY.test(value) ? '2000-01-01' : own.ofText(value);
  }
  if (typeof value === 'number') return field === 'initial' ? own.ofNumber(value) : value;
  if (Array.isArray(value)) return value.map((each) => hiddenFlow(each, own, field, owner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      // A step names its variable too.
      field === 'variables' ? own.ofText(name) : name,
      hiddenFlow(part, own, name, field),
    ]),
  );
}
