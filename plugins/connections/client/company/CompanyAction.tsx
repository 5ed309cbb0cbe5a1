import { useState } from 'react';
import { PlugConnected20Regular } from '@fluentui/react-icons';
import type { CompanyRow } from '@balcao/companies/contract';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import { CompanyConnections } from './CompanyConnections.tsx';

/** Opens a company’s connections from its row in the list of companies. */
export default function CompanyAction({ company }: { company: CompanyRow }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={<PlugConnected20Regular />}
        label={t('company.open', { company: company.name })}
        onClick={() => setOpen(true)}
      />
      {isOpen && <CompanyConnections company={company} onClose={() => setOpen(false)} />}
    </>
  );
}
