import { useState } from 'react';
import { Switch, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { Bar, DateField, FormRow } from '@balcao/sdk/ui';
import type { ConnectionRow } from '../connection-row.ts';
import type { ChannelTraits } from '../useChannelTraits.ts';
import { localMoment } from './connection-form.ts';
import { Pair, type TabProps } from './rows.tsx';

const useStyles = makeStyles({
  group: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    paddingTop: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  switch: { marginLeft: '-8px' },
});

/** The period of old messages to import when the phone is paired. */
export function ImportFields({
  connection,
  traits,
  values,
  change,
}: TabProps & { connection: ConnectionRow | undefined; traits: ChannelTraits }) {
  const t = useT();
  const styles = useStyles();
  const [latest] = useState(() => localMoment(new Date()));
  const isPaired = connection?.importOldMessages === null && connection.status === 'CONNECTED';
  return (
    <div className={styles.group}>
      <Switch
        className={styles.switch}
        checked={values.importsOld}
        label={t('form.importsOld')}
        onChange={(_, { checked }) => change({ importsOld: checked })}
      />
      {values.importsOld && (
        <>
          {isPaired && traits.capabilities.qr && <Bar tone="warn">{t('form.importWarning')}</Bar>}
          <Pair>
            <FormRow label={t('field.importOldMessages')} name="importOldMessages" help={t('help.importOldMessages')}>
              <DateField
                withTime
                max={latest}
                value={values.importOldMessages}
                onChange={(importOldMessages) => change({ importOldMessages })}
              />
            </FormRow>
            <FormRow
              label={t('field.importRecentMessages')}
              name="importRecentMessages"
              help={t('help.importRecentMessages')}
            >
              <DateField
                withTime
                max={latest}
                value={values.importRecentMessages}
                onChange={(importRecentMessages) => change({ importRecentMessages })}
              />
            </FormRow>
          </Pair>
          <Switch
            className={styles.switch}
            checked={values.importOldMessagesGroups}
            label={t('form.importGroups')}
            onChange={(_, { checked }) => change({ importOldMessagesGroups: checked })}
          />
          <Switch
            className={styles.switch}
            checked={values.closedTicketsPostImported}
            label={t('form.closeImported')}
            onChange={(_, { checked }) => change({ closedTicketsPostImported: checked })}
          />
        </>
      )}
    </div>
  );
}
