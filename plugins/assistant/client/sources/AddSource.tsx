import { useRef, useState } from 'react';
import {
  Button,
  Input,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Switch,
  Textarea,
} from '@fluentui/react-components';
import {
  Add20Regular,
  ChevronDown16Regular,
  Document20Regular,
  Globe20Regular,
  QuestionCircle20Regular,
  TextAlignLeft20Regular,
} from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow, useForm } from '@balcao/sdk/ui';
import { sourcesKey } from '../data.ts';

export const acceptedFiles = '.pdf,.docx,.txt,.md';

/** Uploads files as sources, one after another; a refused one says why and does not stop the others. */
export function useUploads(): (files: Iterable<File>) => Promise<void> {
  const t = useT();
  const toasts = useToasts();
  const textOf = useErrorText();
  const queries = useQueryClient();
  return async (files) => {
    for (const file of files) {
      const form = new FormData();
      form.append('file', file);
      try {
        await api.upload('/assistant/sources/files', form);
        toasts.success(t('add.uploaded', { name: file.name }));
      } catch (error) {
        const isFormat = (error as { code?: string }).code === 'ERR_VALIDATION';
        toasts.error(isFormat ? t('add.wrongFile', { name: file.name }) : textOf(error));
      }
    }
    await queries.invalidateQueries({ queryKey: sourcesKey });
  };
}

function SourceDialog({ kind, onClose }: { kind: 'text' | 'site'; onClose(): void }) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const form = useForm({ row: undefined, valuesOf: () => ({ url: '', title: '', body: '', isOn: true }) });
  const { values, change } = form;
  const submit = async (): Promise<void> => {
    const { url, title, body, isOn } = values;
    await api.post('/assistant/sources', kind === 'site' ? { kind, url, isOn } : { kind, title, body, isOn });
    await queries.invalidateQueries({ queryKey: sourcesKey });
    toasts.success(t('add.done'));
    onClose();
  };
  return (
    <FormDialog
      open
      width={560}
      title={t(`add.${kind}`)}
      submitLabel={t('add.submit')}
      onSubmit={submit}
      onClose={onClose}
      form={form}
    >
      {kind === 'site' ? (
        <FormRow label={t('add.address')} name="url" help={t('add.addressHelp')} required>
          <Input
            value={values.url}
            autoFocus
            placeholder="www.suaempresa.com.br"
            inputMode="url"
            onChange={(_, { value }) => change({ url: value })}
          />
        </FormRow>
      ) : (
        <>
          <FormRow label={t('add.titleField')} name="title" required>
            <Input
              value={values.title}
              maxLength={200}
              autoFocus
              onChange={(_, { value }) => change({ title: value })}
            />
          </FormRow>
          <FormRow label={t('add.body')} name="body" help={t('add.bodyHelp')} required>
            <Textarea
              rows={10}
              resize="vertical"
              value={values.body}
              onChange={(_, { value }) => change({ body: value })}
            />
          </FormRow>
        </>
      )}
      <FormRow label={t('add.isOn')} help={t('add.isOnHelp')}>
        <Switch checked={values.isOn} onChange={(_, { checked }) => change({ isOn: checked })} />
      </FormRow>
    </FormDialog>
  );
}

/** The button that adds a source: a file, a text, a site, or a question with its answer. */
export function AddSource({ onFaq }: { onFaq(): void }) {
  const t = useT();
  const [kind, setKind] = useState<'text' | 'site'>();
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploads();
  return (
    <>
      <Menu positioning="below-end">
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="primary" icon={<Add20Regular />}>
            {t('add.label')} <ChevronDown16Regular aria-hidden />
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem icon={<QuestionCircle20Regular />} onClick={onFaq}>
              {t('add.faq')}
            </MenuItem>
            <MenuItem icon={<TextAlignLeft20Regular />} onClick={() => setKind('text')}>
              {t('add.text')}
            </MenuItem>
            <MenuItem icon={<Document20Regular />} onClick={() => input.current?.click()}>
              {t('add.file')}
            </MenuItem>
            <MenuItem icon={<Globe20Regular />} onClick={() => setKind('site')}>
              {t('add.site')}
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedFiles}
        aria-label={t('add.file')}
        onChange={({ target }) => {
          void upload([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {kind && <SourceDialog kind={kind} onClose={() => setKind(undefined)} />}
    </>
  );
}
