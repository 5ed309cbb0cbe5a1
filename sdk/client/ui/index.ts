/** The interface's parts: `@balcao/sdk/ui`. Fluent 9 underneath, in the product's own theme. */
export { ext, tint } from './tokens.ts';
export type { BalcaoTheme, ExtraTokens } from './tokens.ts';

export { Avatar } from './Avatar.tsx';
export type { AvatarProps } from './Avatar.tsx';
export { hueOf, initials } from './name-colour.ts';
export { ChannelGlyph, channelGlyph } from './ChannelGlyph.tsx';
export type { ChannelGlyphItem } from './ChannelGlyph.tsx';
export { Mark } from './Mark.tsx';

export { Page } from './Page.tsx';
export type { PageProps } from './Page.tsx';
export { TouchTopBar, touchTopBarId } from './TouchTopBar.tsx';
export { Tabs } from './Tabs.tsx';
export type { TabOption, TabsProps } from './Tabs.tsx';
export { useArrowWalk } from './walk.ts';
export type { ArrowWalk } from './walk.ts';
export { Segment } from './Segment.tsx';
export type { SegmentOption, SegmentProps } from './Segment.tsx';
export { SearchBox } from './SearchBox.tsx';
export type { SearchBoxProps } from './SearchBox.tsx';
export { IconButton } from './IconButton.tsx';
export type { IconButtonProps } from './IconButton.tsx';

export { Count, Dot, StatusPill, Tag, ToneIcon } from './marks.tsx';
export type { Tone } from './marks.tsx';
export { Heard } from './Heard.tsx';
export { Kbd } from './Kbd.tsx';
export { RelativeTime } from './RelativeTime.tsx';

export { Bar, EmptyState, ErrorState, SkeletonRows } from './states.tsx';
export type { BarProps, EmptyStateProps } from './states.tsx';
export { ListPage } from './ListPage.tsx';
export type { ListPageProps } from './ListPage.tsx';
export { DataTable } from './DataTable.tsx';
export type { DataColumn, DataTableProps } from './DataTable.tsx';

export { FormDialog } from './FormDialog.tsx';
export type { FormDialogProps } from './FormDialog.tsx';
export { ConfirmDialog } from './ConfirmDialog.tsx';
export type { ConfirmDialogProps } from './ConfirmDialog.tsx';
export { DialogFrame } from './dialog-frame.tsx';
export type { DialogFrameProps } from './dialog-frame.tsx';
export { SideSheet } from './SideSheet.tsx';
export type { SideSheetProps } from './SideSheet.tsx';

export { FormGroup, FormRow } from './FormRow.tsx';
export type { FormRowProps } from './FormRow.tsx';
export { useFormErrors } from './form-errors.ts';
export type { FormErrors } from './form-errors.ts';
export { SchemaForm } from './SchemaForm.tsx';
export type { SchemaField, SchemaFormProps } from './SchemaForm.tsx';
export { Steps } from './Steps.tsx';
export type { StepsProps } from './Steps.tsx';
export { CopyField } from './CopyField.tsx';
export type { CopyFieldProps } from './CopyField.tsx';
export { DateField } from './DateField.tsx';
export type { DateFieldProps } from './DateField.tsx';
export { QrCode } from './QrCode.tsx';
export type { QrCodeProps } from './QrCode.tsx';
export { FileField } from './FileField.tsx';
export type { FileFieldProps } from './FileField.tsx';
export { useFileAddress } from './file-address.ts';
export type { KeptFile } from './file-address.ts';
export { WeeklyHoursField } from './WeeklyHoursField.tsx';
export type { WeeklyHoursFieldProps } from './WeeklyHoursField.tsx';
export { areHours, maskTime } from './weekly-hours.ts';
export type { HoursDay } from './weekly-hours.ts';
export { VideoFrame } from './VideoFrame.tsx';
export type { VideoFrameProps } from './VideoFrame.tsx';
export { ColorPalette } from './ColorPalette.tsx';
export type { ColorPaletteProps } from './ColorPalette.tsx';
