import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { playableOf } from '../flows/playable.ts';
import type { FlowWrites } from './loops.ts';

/** What the published flows do that rules start, and those that they call. */
export async function flowWrites(tx: Tx, tenantId: Id, flowIds: readonly Id[]): Promise<Map<Id, FlowWrites>> {
  const does = new Map<Id, FlowWrites>();
  for (const flowId of new Set(flowIds)) does.set(flowId, await writesOf(tx, tenantId, flowId));
  return does;
}

async function writesOf(tx: Tx, tenantId: Id, flowId: Id): Promise<FlowWrites> {
  const sets = { tagged: new Set<Id>(), untagged: new Set<Id>(), fields: new Set<Id>() };
  let finishes = false;
  let opens = false;
  const seen = new Set<Id>();
  const waiting = [flowId];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const playable = await playableOf(tx, tenantId, id, 'published');
    if (playable?.flow.kind === 'active') opens = true;
    for (const node of Object.values(playable?.flow.nodes ?? {})) {
      if (node.kind === 'call' || node.kind === 'goto') waiting.push(node.flow_id);
      if (node.kind === 'end' && node.finishes) finishes = true;
      if (node.kind !== 'set') continue;
      if (node.target.of === 'field') sets.fields.add(node.target.field_id);
      if (node.target.of === 'tag') (node.target.on ? sets.tagged : sets.untagged).add(node.target.tag_id);
    }
  }
  return { tagged: [...sets.tagged], untagged: [...sets.untagged], fields: [...sets.fields], finishes, opens };
}
