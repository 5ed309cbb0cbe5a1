import type { ComponentType } from 'react';
import { Contributed } from '@balcao/sdk/client';
import { pagePlaceholders } from './waiting.tsx';

const owner = { id: 'host', plugin: 'shell' };

/** One of the host's own pages, inside the same error boundaries as a plugin's. */
export function HostPage({ page: Shown, title }: { page: ComponentType; title?: string }) {
  return (
    <Contributed item={owner} {...pagePlaceholders(title)}>
      <Shown />
    </Contributed>
  );
}
