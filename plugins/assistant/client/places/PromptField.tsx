import { Dropdown, Option } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import type { Prompt } from '@balcao/chatai/contract';
import { NotReady } from '../ticket/NotReady.tsx';
import { usePurpose } from '../ticket/usePurpose.ts';

interface PromptFieldProps {
  connection: { promptId: number | null } | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown, known?: unknown): void;
}

/** The prompt with which the assistant answers the customers of a connection; none: people answer. */
export default function PromptField({ connection, values, setValue }: PromptFieldProps) {
  const t = useT();
  const { isReady, reason, canConfigure } = usePurpose('assistant');
  const { data } = useQuery({
    queryKey: ['prompt'],
    queryFn: ({ signal }) => api.get<{ prompts: Prompt[] }>('/prompt', {}, { signal }),
  });
  const known = connection?.promptId ?? null;
  const chosen = 'promptId' in values ? (values['promptId'] as number | null) : known;
  const title = data?.prompts.find(({ id }) => id === chosen)?.title ?? t('prompt.none');
  return (
    <>
      {isReady === false && <NotReady reason={reason} canConfigure={canConfigure} />}
      <FormRow label={t('prompt.field')} name="promptId" help={t('prompt.help')}>
        <Dropdown
          value={title}
          selectedOptions={[String(chosen ?? '')]}
          onOptionSelect={(_, { optionValue }) => setValue('promptId', optionValue ? Number(optionValue) : null, known)}
        >
          <Option value="">{t('prompt.none')}</Option>
          {(data?.prompts ?? []).map((prompt) => (
            <Option key={prompt.id} value={String(prompt.id)}>
              {prompt.title}
            </Option>
          ))}
        </Dropdown>
      </FormRow>
    </>
  );
}
