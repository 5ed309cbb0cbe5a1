import { Input, Switch, makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import type { Queue } from '@balcao/queues/contract';
import type { ConnectionRow } from '../connection-row.ts';
import type { ChannelTraits } from '../useChannelTraits.ts';
import { ImportFields } from './ImportFields.tsx';
import { QueueFields } from './QueueFields.tsx';
import type { TabProps } from './rows.tsx';

const useStyles = makeStyles({
  switches: { display: 'flex', flexDirection: 'column', gap: '4px', marginLeft: '-8px' },
  under: { marginLeft: '28px' },
});

export interface GeneralTabProps extends TabProps {
  connection: ConnectionRow | undefined;
  /** The channel’s capabilities. */
  traits: ChannelTraits | undefined;
  queues: readonly Queue[];
}

/** Name, queues, and the messages that the connection accepts. */
export function GeneralTab({ connection, traits, queues, values, change }: GeneralTabProps) {
  const t = useT();
  const styles = useStyles();
  return (
    <>
      <FormRow label={t('field.name')} name="name" required>
        <Input value={values.name} autoComplete="off" onChange={(_, { value }) => change({ name: value })} />
      </FormRow>
      <QueueFields
        queues={queues}
        queueIds={values.queueIds}
        keyWordQueueId={values.keyWordQueueId}
        onChange={change}
      />
      <div className={styles.switches}>
        <Switch
          checked={values.isDefault}
          disabled={connection?.isDefault ?? false}
          label={t(connection?.isDefault ? 'form.isDefaultFixed' : 'form.isDefault')}
          onChange={(_, { checked }) => change({ isDefault: checked })}
        />
        {traits?.capabilities.groups && (
          <>
            <Switch
              checked={values.allowGroup}
              label={t('form.allowGroup')}
              onChange={(_, { checked }) => change({ allowGroup: checked })}
            />
            {values.allowGroup && (
              <Switch
                className={styles.under}
                checked={values.groupAsTicket}
                label={t('form.groupAsTicket')}
                onChange={(_, { checked }) => change({ groupAsTicket: checked })}
              />
            )}
          </>
        )}
      </div>
      {traits?.hasHistory && <ImportFields connection={connection} traits={traits} values={values} change={change} />}
    </>
  );
}
