/** The registration of the page's service worker, if it has one: pages that did not come over https have none. */
export const whileThere = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  return container?.getRegistration('/');
};
