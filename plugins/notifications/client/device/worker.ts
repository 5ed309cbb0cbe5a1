/** Returns the registration of the page's service worker; undefined for pages served without https. */
export const workerRegistration = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  return container?.getRegistration('/');
};
