import { randomInt } from 'node:crypto';
import type { StoredTemplate } from './model.ts';
import type { Store } from './store.ts';
import { categoryEntry, qualityEntry, templateEntry } from './webhook-body.ts';
import type { WebhookQueue } from './webhook-queue.ts';

type Written = Pick<StoredTemplate, 'accountId' | 'name' | 'language' | 'category' | 'parameter_format' | 'components'>;

/** Meta's review of templates: decides as the policy says, and notifies the company. */
export class TemplateReviews {
  readonly #store: Store;
  readonly #queue: () => WebhookQueue;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(store: Store, queue: () => WebhookQueue) {
    this.#store = store;
    this.#queue = queue;
  }

  /** Resumes the reviews pending when the emulator stopped. */
  start(): void {
    for (const template of this.#store.templates.values()) if (template.in_review) this.#review(template.id);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Sets a template's status, and notifies the company. False if there is no such template. */
  setStatus(id: string, status: string, reason = 'NONE', text = ''): boolean {
    const known = this.#store.templates.get(id);
    if (known === undefined) return false;
    const template: StoredTemplate = { ...known, status, rejected_reason: reason, in_review: false };
    this.#store.apply({ record: 'template', template });
    this.#tell(template, templateEntry(template, Date.now(), text));
    return true;
  }

  /** Changes a template's quality or category, and notifies the company. False if there is no such template. */
  setNews(id: string, news: { quality?: string | undefined; category?: string | undefined }): boolean {
    const known = this.#store.templates.get(id);
    if (known === undefined) return false;
    const { quality = known.quality, category = known.category } = news;
    const template: StoredTemplate = { ...known, quality, category };
    this.#store.apply({ record: 'template', template });
    if (quality !== known.quality) this.#tell(template, qualityEntry(template, known.quality, Date.now()));
    if (category !== known.category) this.#tell(template, categoryEntry(template, known.category, Date.now()));
    return true;
  }

  /** Submits a new template. */
  create(written: Written): StoredTemplate {
    const id = String(randomInt(2e14, 2.5e14));
    const fresh = { id, status: 'PENDING', rejected_reason: 'NONE', quality: 'UNKNOWN', in_review: true };
    return this.#take({ ...written, ...fresh });
  }

  /** Submits a change of a template. */
  change(known: StoredTemplate, change: Pick<StoredTemplate, 'category' | 'components'>): void {
    this.#take({ ...known, ...change, status: 'PENDING', rejected_reason: 'NONE', in_review: true });
  }

  #take(template: StoredTemplate): StoredTemplate {
    this.#store.apply({ record: 'template', template });
    this.#review(template.id);
    return template;
  }

  #review(id: string): void {
    const { mode, afterMs } = this.#store.policy.reviews;
    if (mode === 'hold') return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const { reviews } = this.#store.policy;
      if (this.#store.templates.get(id)?.in_review !== true || reviews.mode === 'hold') return;
      if (reviews.mode === 'approve') this.setStatus(id, 'APPROVED');
      else this.setStatus(id, 'REJECTED', reviews.reason, reviews.text);
    }, afterMs);
    this.#timers.add(timer);
  }

  #tell({ accountId }: StoredTemplate, entry: unknown): void {
    this.#queue().enqueue({ kind: 'templates', lane: `templates:${accountId}`, messageIds: [], entry });
  }
}
