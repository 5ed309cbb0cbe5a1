import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { Contributed, useT } from '@balcao/sdk/client';
import { SideSheet, Tabs } from '@balcao/sdk/ui';
import type { ConnectionRow } from '../connection-row.ts';
import type { ChannelItem } from '../parts.ts';

type Tab = 'setup' | 'form';

const useStyles = makeStyles({ tabs: { margin: '-20px -12px 20px' } });

export interface ChannelSheetProps {
  connection: ConnectionRow;
  channel: ChannelItem;
  onClose(): void;
}

/** The channel’s own part of a connection: its installation and settings, which it saves by itself. */
export function ChannelSheet({ connection, channel, onClose }: ChannelSheetProps) {
  const t = useT();
  const styles = useStyles();
  const { setup: Setup, form: Form } = channel;
  const [wanted, setTab] = useState<Tab>('setup');
  const tab = Setup && Form ? wanted : Setup ? 'setup' : 'form';
  return (
    <SideSheet open title={connection.name} width={640} onClose={onClose}>
      {Setup && Form && (
        <div className={styles.tabs}>
          <Tabs<Tab>
            label={connection.name}
            value={tab}
            onChange={setTab}
            options={[
              { value: 'setup', label: t('channel.setup') },
              { value: 'form', label: t('channel.options') },
            ]}
          />
        </div>
      )}
      <Contributed key={tab} item={channel}>
        {tab === 'setup' && Setup && <Setup connection={connection} />}
        {tab === 'form' && Form && <Form connection={connection} />}
      </Contributed>
    </SideSheet>
  );
}
