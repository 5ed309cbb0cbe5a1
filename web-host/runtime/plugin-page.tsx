import { useEffect } from 'react';
import { Contributed, translate, useLanguage, useOptionalSession, type AppRoute, type Item } from '@balcao/sdk/client';
import { pagePlaceholders } from './waiting.tsx';

const product = 'Balcão';

/** A plugin's page inside its own error boundaries, with its title in the browser's tab. */
export function PluginPage({ item }: { item: Item<AppRoute> }) {
  const { component: Shown, plugin, title } = item;
  // The title depends on the language.
  useLanguage();
  const company = useOptionalSession()?.company.name;
  const name = title === undefined ? undefined : translate(plugin, title);
  useEffect(() => {
    document.title = [name, company, product].filter(Boolean).join(' · ');
    return () => {
      document.title = product;
    };
  }, [name, company]);
  return (
    <Contributed item={item} {...pagePlaceholders(name)}>
      <Shown />
    </Contributed>
  );
}
