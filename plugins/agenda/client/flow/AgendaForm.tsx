import { Dropdown, Input, Option, Textarea } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormRow, NumberField, Segment } from '@balcao/sdk/ui';
import type { FlowNodeFormProps } from '@balcao/flows/contract';
import { useColleagues } from '../calendar/useAgenda.ts';

/** The form of the node that schedules a message or an appointment. */
export default function AgendaForm({ data, onChange, problems }: FlowNodeFormProps) {
  const t = useT();
  const people = useColleagues(true, true);
  const what = data['what'] === 'entry' ? 'entry' : 'message';
  const userId = Number(data['userId']) || null;
  const faultOf = (field: string): string | undefined => problems.find((one) => one.field === field)?.text;
  return (
    <>
      <Segment
        label={t('flow.what')}
        value={what}
        onChange={(next) => onChange({ what: next })}
        options={[
          { value: 'message', label: t('flow.message') },
          { value: 'entry', label: t('flow.entry') },
        ]}
      />
      <FormRow label={t(what === 'message' ? 'form.body' : 'entry.name')} name="text" error={faultOf('text')} required>
        <Textarea rows={4} value={String(data['text'] ?? '')} onChange={(_, { value }) => onChange({ text: value })} />
      </FormRow>
      <FormRow label={t('flow.days')} name="days">
        <NumberField
          min={0}
          max={365}
          value={String(data['days'] ?? 1)}
          onChange={(text) => onChange({ days: Number(text) || 0 })}
        />
      </FormRow>
      <FormRow label={t('flow.time')} name="time">
        <Input
          type="time"
          value={String(data['time'] ?? '09:00')}
          onChange={(_, { value }) => onChange({ time: value })}
        />
      </FormRow>
      <FormRow label={t('entry.person')} name="userId" error={faultOf('userId')} required={what === 'entry'}>
        <Dropdown
          placeholder={t('flow.nobody')}
          value={people.find(({ id }) => id === userId)?.name ?? ''}
          selectedOptions={[String(userId ?? '')]}
          onOptionSelect={(_, { optionValue }) => onChange({ userId: Number(optionValue) || null })}
        >
          <Option value="">{t('flow.nobody')}</Option>
          <>
            {people.map(({ id, name }) => (
              <Option key={id} value={String(id)}>
                {name}
              </Option>
            ))}
          </>
        </Dropdown>
      </FormRow>
    </>
  );
}
