import './reflect.ts';
import { atom, useAtomValue } from 'jotai';
import { container as root, instanceCachingFactory, type DependencyContainer } from 'tsyringe';
import type { ServiceRef } from '../shared/contract.ts';
import { api } from './api.ts';
import type { ServiceContext } from './plugin.ts';
import { currentSession } from './session/session.ts';
import { store } from './store.ts';

export interface ProvidedService {
  readonly id: string;
  make(context: ServiceContext): unknown;
}

/** Which plugin's container answers for a service. */
const providersAtom = atom<ReadonlyMap<string, DependencyContainer>>(new Map());

const context: ServiceContext = {
  api,
  session: () => {
    const session = currentSession();
    if (!session) throw new Error('nobody is signed in');
    return session;
  },
  find: (service) => findService(service),
};

/** Each plugin has a container of its own, so that going off takes its services and their instances along. */
export function provideServices(services: readonly ProvidedService[]): () => void {
  const container = root.createChildContainer();
  for (const { id, make } of services) {
    container.register(id, { useFactory: instanceCachingFactory(() => make(context)) });
  }
  store.set(
    providersAtom,
    (providers) => new Map([...providers, ...services.map(({ id }) => [id, container] as const)]),
  );
  return () => {
    store.set(providersAtom, (providers) => new Map([...providers].filter(([, owner]) => owner !== container)));
    container.reset();
  };
}

/** The service, or undefined while its plugin is off or missing. */
export function findService<T>(service: ServiceRef<T>): T | undefined {
  return store.get(providersAtom).get(service.id)?.resolve<T>(service.id);
}

/** The service; throws while its plugin is off. Use `findService` for those under `optional`. */
export function useService<T>(service: ServiceRef<T>): T {
  const provider = useAtomValue(providersAtom, { store }).get(service.id);
  if (!provider) throw new Error(`ERR_SERVICE_OFF: ${service.id}`);
  return provider.resolve<T>(service.id);
}
