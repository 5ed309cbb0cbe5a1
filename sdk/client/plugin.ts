import type { ComponentType } from 'react';
import type { ComponentRef, PointRef, ServiceRef } from '../shared/contract.ts';
import type { PluginManifest } from '../shared/manifest.ts';
import type { Api } from './api.ts';
import type { Language } from './language.ts';
import type { Session } from './session/session.ts';

/** A component that a plugin contributes. `lazyPart(() => import('./X.tsx'))` creates one. */
export type Part<P = object> = ComponentType<P>;

export interface ClientContext {
  readonly session: Session;
  isOn(pluginId: string): boolean;
}

/** Conditions under which an item is shown. */
export interface Shown {
  /** The item is shown only to people who hold this permission. The server checks permissions again. */
  permission?: string;
  /** Final decision on whether the item is shown. A function that throws counts as false. */
  when?(context: ClientContext): boolean;
}

/** Fields that every contributed item has besides those of its point. */
export interface Contribution extends Shown {
  /** Unique within the plugin and the point. */
  id: string;
  /** Lower comes first; absent: after the items that have one. */
  order?: number;
}

/** An item as returned by `usePoint`, with the id of its plugin. */
export type Item<T> = T & Contribution & { readonly plugin: string };

/** Nested texts of one language, as in `locales/pt.json`. */
export interface Texts {
  [key: string]: string | Texts;
}
/**
 * Texts, or a loader of them. Builds turn each language into a loader, so that people download only the one they read.
 */
export type TextsSource = Texts | (() => Promise<{ default: Texts }>);

export interface ServiceContext {
  readonly api: Api;
  session(): Session;
  find<T>(service: ServiceRef<T>): T | undefined;
}

/** Declares what the plugin adds to the browser. Nothing is applied unless the whole `setup` succeeds. */
export interface ClientHost {
  /** Registers the plugin's texts; their i18n namespace is the plugin's id. */
  locales(texts: Record<Language, TextsSource>): void;
  add<T>(point: PointRef<T>, item: T & Contribution): void;
  /** Provides a service. It is created on first use, once, and removed when the plugin is switched off. */
  provide<T>(service: ServiceRef<T>, make: (context: ServiceContext) => T): void;
  /** Exposes a component to other plugins. The manifest lists it under `exposes`, with its version. */
  expose<P extends object>(of: ComponentRef<P>, component: Part<NoInfer<P>>, shown?: Shown): void;
}

export interface ClientPlugin {
  readonly manifest: PluginManifest;
  setup(host: ClientHost): void;
}

/**
 * Defines the browser part of a plugin, the default export of `client/index.tsx`.
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
