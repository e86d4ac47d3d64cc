import type { Upload } from '../environment.ts';

/** Uploads by XMLHttpRequest, the only way to get progress in every browser. */
export const uploadByXhr: Upload = ({ url, method, headers, body, signal, onSent }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error('No response'));
    const abort = () => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.withCredentials = true;
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) {
      fail();
      return;
    }
    signal.addEventListener('abort', abort);
    request.send(body);
  });
