import { useEffect } from 'react';
import { Contributed, translate, useLanguage, useOptionalSession, type AppRoute, type Item } from '@balcao/sdk/client';
import { pageWalls } from './waiting.tsx';

const product = 'Balcão';

/** A plugin's page behind its own walls, with its title on the browser's tab. */
export function PluginPage({ item }: { item: Item<AppRoute> }) {
  const { component: Shown, plugin, title } = item;
  const language = useLanguage();
  const company = useOptionalSession()?.company.name;
  useEffect(() => {
    const name = title === undefined ? undefined : translate(plugin, title);
    document.title = [name, company, product].filter(Boolean).join(' · ');
    return () => {
      document.title = product;
    };
  }, [plugin, title, company, language]);
  return (
    <Contributed item={item} {...pageWalls}>
      <Shown />
    </Contributed>
  );
}
