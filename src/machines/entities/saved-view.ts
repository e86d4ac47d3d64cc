import type {
  SavedView as WireSavedView,
  SavedViewQuery as WireSavedViewQuery,
} from '../../../contract/entities/saved-view.ts';

/** View, order and filters of the list; they go to the server and back as they are, so they keep its names. */
export type SavedViewQuery = WireSavedViewQuery;

/** A view of the list that the user saved; `gone` names the fields whose thing isn't there any more. */
export type SavedView = WireSavedView;
