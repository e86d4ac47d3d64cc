/** Makes the page installable as the company's app, in the page's language, and lets it open without a network. */
export async function install(tenant: string): Promise<void> {
  const { head } = document;
  if (tenant !== '' && head.querySelector('link[rel=manifest]') === null) {
    const link = document.createElement('link');
    link.rel = 'manifest';
    const inItsLanguage = () => {
      link.href = `/${encodeURIComponent(tenant)}/manifest.webmanifest?lang=${document.documentElement.lang}`;
    };
    inItsLanguage();
    head.append(link);
    new MutationObserver(inItsLanguage).observe(document.documentElement, { attributeFilter: ['lang'] });
  }
  // The development server has none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/service-worker.js');
  } catch (error) {
    // Refused by the browser, or the network is gone: the page works without it.
    console.warn('service worker', error);
  }
}
