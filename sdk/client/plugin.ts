import type { ComponentType } from 'react';
import type { ComponentRef, PointRef, ServiceRef } from '../shared/contract.ts';
import type { PluginManifest } from '../shared/manifest.ts';
import type { Api } from './api.ts';
import type { Session } from './session/session.ts';

export type Language = 'pt' | 'en' | 'es';

/** A component that a plugin contributes. `lazyPart(() => import('./X.tsx'))` makes one. */
export type Part<P = object> = ComponentType<P>;

export interface ClientContext {
  readonly session: Session;
  isOn(pluginId: string): boolean;
}

/** Who sees it, and when. */
export interface Shown {
  /** Shown only to people who hold it. The server judges again. */
  permission?: string;
  /** Last say on whether the item shows. A throw counts as no. */
  when?(context: ClientContext): boolean;
}

/** What every contributed item carries beside what its point asks for. */
export interface Contribution extends Shown {
  /** Unique within the plugin and the point. */
  id: string;
  /** Lower comes first; absent: after those that have one. */
  order?: number;
}

/** An item as `usePoint` answers it: with the id of the plugin it came from. */
export type Item<T> = T & Contribution & { readonly plugin: string };

/** Nested texts of one language, as in `locales/pt.json`. */
export interface Texts {
  [key: string]: string | Texts;
}
/** A build gives each language as a loader, so that people download only the one they read. */
export type TextsSource = Texts | (() => Promise<{ default: Texts }>);

export interface ServiceContext {
  readonly api: Api;
  session(): Session;
  find<T>(service: ServiceRef<T>): T | undefined;
}

/** Declares what the plugin adds to the browser. Nothing of it shows unless the whole `setup` succeeds. */
export interface ClientHost {
  /** Texts of the plugin; their i18n namespace is the plugin's id. */
  locales(texts: Record<Language, TextsSource>): void;
  add<T>(point: PointRef<T>, item: T & Contribution): void;
  /** Made on first use, once; gone when the plugin goes off. */
  provide<T>(service: ServiceRef<T>, make: (context: ServiceContext) => T): void;
  /** Lets other plugins render a component of this one. Its manifest lists it under `exposes`, with its version. */
  expose<P extends object>(of: ComponentRef<P>, component: Part<NoInfer<P>>, shown?: Shown): void;
}

export interface ClientPlugin {
  readonly manifest: PluginManifest;
  setup(host: ClientHost): void;
}

/**
 * The browser part of a plugin, the default export of `client/index.tsx`.
 * @example
 * export default defineClient(manifest, (host) => {
 *   host.locales({ pt, en, es });
 *   host.add(appRoute, { id: 'board', path: '/board', component: lazyPart(() => import('./pages/BoardPage.tsx')) });
 * });
 */
export const defineClient = (manifest: PluginManifest, setup: (host: ClientHost) => void): ClientPlugin => ({
  manifest,
  setup,
});
