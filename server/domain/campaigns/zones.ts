import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';

/** Area codes of Brazil outside the capital's time. */
const ZONES: Readonly<Record<string, string>> = {
  '65': 'America/Cuiaba',
  '66': 'America/Cuiaba',
  '67': 'America/Campo_Grande',
  '68': 'America/Rio_Branco',
  '69': 'America/Porto_Velho',
  '92': 'America/Manaus',
  '95': 'America/Boa_Vista',
  '97': 'America/Manaus',
};
export const CAPITAL = 'America/Sao_Paulo';

/** SQL: the time zone of customer `c`: their own, or by their area code; the company's for numbers of other countries. */
export function zoneOf(tenantId: Id): RawBuilder<string> {
  const cases = Object.entries(ZONES).map(([code, zone]) => sql`when ${code} then ${zone}`);
  return sql<string>`coalesce(c.timezone, case when c.phone_number ~ '^55[1-9][0-9]{9,10}$'
    then case substr(c.phone_number, 3, 2) ${sql.join(cases, sql` `)} else ${CAPITAL} end
    else (select company.timezone from tenant company where company.id = ${tenantId}) end)`;
}

/** SQL: a campaign's zones and others, each once. */
export const withZones = (others: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select distinct zone from unnest(campaign.zones || ${others}) zone)`;

/** Made once a zone: that takes a hundred times as long as asking it. */
const hours = new Map<string, Intl.DateTimeFormat>();

function hourIn(zone: string, now: Date): number {
  const made =
    hours.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  hours.set(zone, made);
  return Number(made.format(now));
}

/** Whether a moment is within the hours of a zone's day. */
export function isOpenAt(now: Date, zone: string, { from, to }: { from: number; to: number }): boolean {
  const hour = hourIn(zone, now);
  return hour >= from && hour < to;
}

/** All zones that a campaign's recipients can be in, those with most of them first. */
export async function zonesOf(
  tx: Tx,
  { tenant_id: tenantId, zones }: Pick<Row<'campaign'>, 'tenant_id' | 'zones'>,
): Promise<string[]> {
  const { rows } = await sql<{ timezone: string }>`select timezone from tenant where id = ${tenantId}`.execute(tx);
  // A version before `zones` may have prepared it.
  return [...new Set([CAPITAL, ...rows.map(({ timezone }) => timezone), ...Object.values(ZONES), ...zones])];
}
