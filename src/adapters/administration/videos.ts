import { VIDEO_POSITION_MAX } from '../../../contract/facts/administration.ts';
import * as calls from '../../../contract/rest/training-videos.ts';
import type { TrainingVideo as WireVideo } from '../../../contract/rest/training-videos.ts';
import type { TrainingVideo } from '../../machines/entities/support.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { ValuesOf } from '../../machines/entities/forms.ts';
import { restRequest } from '../backoffice/request.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result, Saved } from './sources.ts';

const LISTS: readonly ListName[] = ['videos'];

/** The training videos; few, so the client searches and filters them. */
export function videoLists(parts: CallParts): Pick<ListSources, 'videos'> {
  return {
    videos: async ({ search, filters }) => {
      const result = await parts.gateway.request(restRequest(parts, 'list.fetch', calls.trainingVideos, {}));
      return mapped(result, (answer) => {
        const all = answer.map(videoOf);
        const wanted = search.trim().toLowerCase();
        const { language, watched } = filters;
        const rows = all.filter(
          (video) =>
            (video.title.toLowerCase().includes(wanted) || video.about.toLowerCase().includes(wanted)) &&
            (language === undefined || video.language === null || video.language === language) &&
            (watched === undefined || (video.watchedAt !== null) === (watched === 'true')),
        );
        const seen = all.filter(({ watchedAt }) => watchedAt !== null).length;
        return { list: 'videos', rows, total: rows.length, facts: { all: all.length, seen } };
      });
    },
  };
}

/** Adding, changing and removing videos, and marking one as watched. Field names are the wire's. */
export function videoForms(parts: CallParts): Pick<FormSources, 'video' | 'video.delete' | 'video.watch'> {
  const { gateway } = parts;

  async function load(key: string): Promise<Result<{ values: ValuesOf<'video'>; version: string | null }>> {
    const result = await gateway.request(restRequest(parts, 'form.load', calls.trainingVideos, {}));
    if (!result.ok) return result;
    const last = Math.max(0, ...result.answer.map(({ position }) => position));
    if (key === 'new') {
      const values = {
        title: '',
        description: '',
        url: '',
        language: null,
        position: Math.min(VIDEO_POSITION_MAX, last + 1),
      };
      return { ok: true, answer: { values, version: null } };
    }
    const video = result.answer.find(({ id }) => id === key);
    if (video === undefined) return { ok: false, failure: NOT_FOUND };
    const { title, description, url, language, position, version } = video;
    return { ok: true, answer: { values: { title, description, url, language, position }, version } };
  }

  async function save(key: string, values: ValuesOf<'video'>, version: string | null): Promise<Result<Saved>> {
    if (key === 'new') {
      const input = parseValues(calls.videoFormSchema, values);
      if (!input.ok) return input;
      const request = { body: input.answer };
      return mapped(
        await gateway.request(restRequest(parts, 'form.save', calls.addTrainingVideo, request)),
        savedVideo,
      );
    }
    const input = parseValues(calls.changeTrainingVideo.body, { ...values, id: key, version });
    if (!input.ok) return input;
    const request = { params: { id: key }, body: input.answer };
    return mapped(
      await gateway.request(restRequest(parts, 'form.save', calls.changeTrainingVideo, request)),
      savedVideo,
    );
  }

  return {
    video: { load, save },
    'video.delete': {
      save: async (id) => {
        const request = { params: { id } };
        const result = await gateway.request(restRequest(parts, 'form.save', calls.removeTrainingVideo, request));
        return mapped(result, () => ({ id, version: null, lists: LISTS }));
      },
    },
    'video.watch': {
      save: async (id, { watched }) => {
        const input = parseValues(calls.watchTrainingVideo.body, { id, watched: watched ?? null });
        if (!input.ok) return input;
        const request = { params: { id }, body: input.answer };
        return mapped(
          await gateway.request(restRequest(parts, 'form.save', calls.watchTrainingVideo, request)),
          savedVideo,
        );
      },
    },
  };
}

function savedVideo({ id, version }: WireVideo): Saved {
  return { id, version, lists: LISTS };
}

function videoOf(video: WireVideo): TrainingVideo {
  return {
    id: video.id,
    title: video.title,
    about: video.description,
    url: video.url,
    embedUrl: video.embed_url,
    language: video.language,
    position: video.position,
    watchedAt: video.watched_at === null ? null : Date.parse(video.watched_at),
    version: video.version,
  };
}
