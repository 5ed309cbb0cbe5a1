/** Returns the registration of the page's service worker; undefined for pages served without https. */
export const whileThere = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  return container?.getRegistration('/');
};
