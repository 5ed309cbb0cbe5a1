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

/** The container of the plugin that provides each service. */
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

/**
 * Registers services. Each plugin has a container of its own, so that its services and their instances are removed with
 * it.
 */
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

/** Returns the service, or undefined while its plugin is off or missing. */
export function findService<T>(service: ServiceRef<T>): T | undefined {
  return store.get(providersAtom).get(service.id)?.resolve<T>(service.id);
}

/** Returns the service; throws while its plugin is off. Use `findService` for plugins under `optional`. */
export function useService<T>(service: ServiceRef<T>): T {
  const provider = useAtomValue(providersAtom, { store }).get(service.id);
  if (!provider) throw new Error(`ERR_SERVICE_OFF: ${service.id}`);
  return provider.resolve<T>(service.id);
}
