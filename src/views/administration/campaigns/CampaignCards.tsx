import { countOf, preparedOf, type CampaignProgress } from '../../../machines/entities/campaigns.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { useNow } from '../../app/use-now.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { Bar } from './CampaignList.tsx';
import styles from './Cards.module.css';

const MINUTE_MS = 60_000;
const SENDING: ReadonlySet<string> = new Set(['probing', 'running']);

/** Its speed and estimated end, each number's sends, and why recipients are still queued. */
export function CampaignCards({ campaign }: { readonly campaign: CampaignProgress }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const { numbers, queue, counts, perMinute, status, batches, batchMinutes, window: hours } = campaign;
  const moment = (at: number) => text('campaign.moment', { day: formats.shortDate(at, now), time: formats.time(at) });
  const pace = numbers.reduce((sum, { lastMinute }) => sum + lastMinute, 0);
  const queued = countOf(counts, 'queued');
  const due = queue.find(({ reason }) => reason === 'due')?.count ?? 0;
  const isSending = SENDING.has(status) && pace > 0 && due > 0;
  const prepared = preparedOf(counts);
  const colours = { due: 'var(--primary)', window: 'var(--ink-3)', later: 'var(--warning)' } as const;
  const reasonOf = (reason: keyof typeof colours) => {
    if (reason === 'due') return text(SENDING.has(status) ? 'campaign.queue.due' : 'campaign.queue.held');
    if (reason === 'window') return text('campaign.queue.window', { from: hours.from, to: hours.to });
    return text('campaign.queue.later');
  };
  return (
    <div className={styles.cards}>
      <section className={styles.card} aria-labelledby="campaign-pace">
        <h3 id="campaign-pace">{text('campaign.pace')}</h3>
        <p className={styles.big}>
          <b>{formats.number(pace)}</b> {text('campaign.pace.minute')}
        </p>
        <Bar share={prepared === 0 ? 0 : (prepared - queued) / prepared} />
        <dl className={styles.facts}>
          <div>
            <dt>{text('campaign.pace.most')}</dt>
            <dd>
              {perMinute === null
                ? text('campaign.pace.free')
                : text('campaign.pace.limit', { count: formats.number(perMinute) })}
            </dd>
          </div>
          {batches.length > 1 && (
            <div>
              <dt>{text('campaign.parts')}</dt>
              <dd>
                {text('campaign.parts.each', {
                  shares: batches.map((share) => formats.percent(share / 100)).join(' + '),
                  pause: formats.duration(batchMinutes * MINUTE_MS),
                })}
              </dd>
            </div>
          )}
          <div>
            <dt>{text('campaign.pace.end')}</dt>
            <dd>{isSending ? text('campaign.pace.about', { moment: moment(now + (due / pace) * MINUTE_MS) }) : '—'}</dd>
          </div>
        </dl>
      </section>
      <section className={styles.card} aria-labelledby="campaign-numbers">
        <header>
          <h3 id="campaign-numbers">{text('campaign.numbers')}</h3>
          <small>{text('campaign.numbers.about')}</small>
        </header>
        <ul>
          {numbers.map(({ id, name, sent, lastMinute, room }) => (
            <li key={id} className={styles.number}>
              <span>{name}</span>
              <b data-number={rowNumber('campaign', `numbers.${id}.sent`, campaign.id)}>{formats.number(sent)}</b>
              <b data-number={rowNumber('campaign', `numbers.${id}.lastMinute`, campaign.id)}>
                {formats.number(lastMinute)}
              </b>
              {room !== null && (
                <small data-used={room === 0 || undefined}>{text('campaign.numbers.room', { count: room })}</small>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.card} aria-labelledby="campaign-queue">
        <header>
          <h3 id="campaign-queue">{text('campaign.queue')}</h3>
          <b>{formats.number(queue.reduce((sum, { count }) => sum + count, 0))}</b>
        </header>
        {queue.length === 0 ? (
          <p className={styles.none}>{text('campaign.queue.none')}</p>
        ) : (
          <>
            <div className={styles.split} aria-hidden="true">
              {queue.map(({ reason, count }) => (
                <i key={reason} style={{ flexGrow: count, background: colours[reason] }} />
              ))}
            </div>
            <ul>
              {queue.map(({ reason, count, until }) => (
                <li key={reason} className={styles.why}>
                  <i style={{ background: colours[reason] }} aria-hidden="true" />
                  <span>{reasonOf(reason)}</span>
                  <b data-number={rowNumber('campaign', `queue.${reason}.count`, campaign.id)}>
                    {formats.number(count)}
                  </b>
                  {until !== null && <small>{text('campaign.queue.until', { moment: moment(until) })}</small>}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
}
