import type {
  CustomerView as WireCustomerView,
  CustomerViewQuery as WireCustomerViewQuery,
} from '../../../contract/entities/customer-view.ts';
import type {
  SavedView as WireSavedView,
  SavedViewQuery as WireSavedViewQuery,
} from '../../../contract/entities/saved-view.ts';

/** Order and filters of the customers' list, in the server's names as well. */
export type CustomerViewQuery = WireCustomerViewQuery;

/** A view of the customers' list that the user saved. */
export type CustomerView = WireCustomerView;

/** View, order and filters of the list, in the server's names, as they are passed on unchanged. */
export type SavedViewQuery = WireSavedViewQuery;

/** A view of the list that the user saved; `gone` names the fields whose ids no longer exist. */
export type SavedView = WireSavedView;
