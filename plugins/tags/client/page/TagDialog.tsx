import { Input } from '@fluentui/react-components';
import { ApiError, api, useT, useToasts } from '@balcao/sdk/client';
import { ColorPalette, FormDialog, FormRow, Tag as TagChip, useForm } from '@balcao/sdk/ui';
import { colorChoices, dotColors, nextColor } from '@balcao/sdk/colors';
import type { Tag } from '../../contract.ts';
import { tidy } from '../spelling.ts';
import { upsertCachedTag, useTags } from '../useTags.ts';
import { nameFault } from './tag-form.ts';
import type { TagRow } from './tag-row.ts';

export interface TagDialogProps {
  /** Absent for a new tag. */
  tag?: TagRow | undefined;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** The form of a tag: name and colour. */
export function TagDialog({ tag, onSaved, onClose }: TagDialogProps) {
  const t = useT();
  const toasts = useToasts();
  const { data: others } = useTags(!tag);
  const form = useForm({
    row: tag,
    valuesOf: (row): { name: string; color: string | undefined } => ({ name: row?.name ?? '', color: row?.color }),
    bodyOf: ({ name, color }) => ({ name: tidy(name), color }),
  });
  const { name, color: chosen } = form.values;
  const color =
    chosen ??
    nextColor(
      (others ?? []).map((other) => other.color),
      dotColors,
    );

  const submit = async (): Promise<void> => {
    const fault = nameFault(name);
    if (fault) throw new ApiError(400, 'ERR_VALIDATION', { name: t(`fault.${fault}`) });
    upsertCachedTag(
      await (tag ? api.put<Tag>(`/tags/${tag.id}`, form.body()) : api.post<Tag>('/tags', { ...form.body(), color })),
    );
    await onSaved();
    toasts.success(t('form.saved'));
    onClose();
  };

  return (
    <FormDialog
      open
      title={t(tag ? 'form.edit' : 'form.add')}
      submitLabel={t(tag ? 'form.save' : 'form.create')}
      width={440}
      onSubmit={submit}
      onClose={onClose}
      form={form}
      aside={<TagChip chip name={tidy(name) || t('form.preview')} color={color} />}
    >
      <FormRow
        label={t('field.name')}
        name="name"
        required
        {...(tag?.isProtected ? { help: t('form.protectedHelp') } : {})}
      >
        <Input
          value={name}
          autoFocus={!tag?.isProtected}
          autoComplete="off"
          readOnly={tag?.isProtected === true}
          onChange={(_, { value }) => form.change({ name: value })}
        />
      </FormRow>
      <FormRow label={t('field.color')} name="color" help={t('form.colorHelp')}>
        <ColorPalette
          label={t('field.color')}
          value={color}
          colors={colorChoices(dotColors, tag?.color ?? '')}
          onChange={(value) => form.change({ color: value })}
        />
      </FormRow>
    </FormDialog>
  );
}
