import { Dropdown, Option } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import type { Queue } from '@balcao/queues/contract';
import { QueueDropdown } from './QueueFields.tsx';
import { NumberRow, Pair, TextRow, type TabProps } from './rows.tsx';

const whens = [0, 1] as const;

/** The settings of the menu, the queue of undecided customers, and the reaction to silence. */
export function ChatbotTab({ queues, ...props }: TabProps & { queues: readonly Queue[] }) {
  const t = useT();
  const { values, change } = props;
  return (
    <>
      <Pair>
        <NumberRow {...props} name="maxUseBotQueues" unit="times" />
        <NumberRow {...props} name="timeUseBotQueues" unit="minutes" />
      </Pair>
      <Pair>
        <NumberRow {...props} name="timeSendQueue" unit="minutes" />
        <FormRow label={t('field.sendIdQueue')} name="sendIdQueue" help={t('help.sendIdQueue')}>
          <QueueDropdown
            queues={queues}
            value={values.sendIdQueue}
            none={t('form.noQueue')}
            onChange={(sendIdQueue) => change({ sendIdQueue })}
          />
        </FormRow>
      </Pair>
      <NumberRow {...props} name="timeCreateNewTicket" unit="minutes" />
      <Pair>
        <NumberRow {...props} name="expiresTicket" unit="hours" />
        <FormRow label={t('field.whenExpiresTicket')} name="whenExpiresTicket" help={t('help.whenExpiresTicket')}>
          <Dropdown
            value={t(`form.when${values.whenExpiresTicket}`)}
            selectedOptions={[String(values.whenExpiresTicket)]}
            onOptionSelect={(_, { optionValue }) => change({ whenExpiresTicket: optionValue === '1' ? 1 : 0 })}
          >
            {whens.map((when) => (
              <Option key={when} value={String(when)}>
                {t(`form.when${when}`)}
              </Option>
            ))}
          </Dropdown>
        </FormRow>
      </Pair>
      <TextRow {...props} name="expiresInactiveMessage" />
      <NumberRow {...props} name="timeInactiveMessage" unit="minutes" />
      <TextRow {...props} name="inactiveMessage" />
    </>
  );
}
