/**
 * Defines entities for forms and CRUD: `defineEntity({ schema: 'queues', properties: { id: p.integer().primary() … }
 * })`.
 */
export { defineEntity, p } from '@mikro-orm/core';
export { z } from 'zod';
export * from '../shared/contract.ts';
export type * from '../shared/manifest.ts';
export type { AuditEntry } from './audit-entry.ts';
export type { AuditChange, AuditFilter, AuditLabel, AuditLog, AuditName, AuditRecord } from './audit.ts';
export { auditLog, auditName } from './audit.ts';
export { companyBatch, leftOut } from './company-batch.ts';
export type { CompanyBatchOptions } from './company-batch.ts';
export { companyCache } from './company-cache.ts';
export { editOf, mergeEdit, rowEditors } from './edit.ts';
export type { RowEdit, RowEditors } from './edit.ts';
export * from './errors.ts';
export { fetchPublic, openPublic } from './fetch-public.ts';
export type { PublicAnswer, PublicRequest, PublicStream } from './fetch-public.ts';
export * from './kernel.ts';
export * from './kernel-sql.ts';
export type { Email, EmailPart, Mail } from './mail.ts';
export { isMetaVerifyToken, isSignedByMeta } from './meta-signature.ts';
export { definePlugin, largestBody, Reply } from './plugin.ts';
export type {
  Access,
  Delivery,
  Guest,
  Host,
  JobDefinition,
  Method,
  PreservedSetting,
  Migration,
  Routine,
  Plugin,
  PluginParts,
  PublicAccess,
  RoomDefinition,
  RouteDefinition,
  RouteInput,
  RouteRequest,
  SessionDefinition,
  TokenAccess,
} from './plugin.ts';
export { listText, readList, defaultEntryLength } from '../shared/list-text.ts';
export { allowsAddress, isAddressList } from './address-list.ts';
export { isCommonPassword } from './common-passwords.ts';
export { networkOf } from './network.ts';
export { isPublicAddress, NotPublic } from './public-address.ts';
export { pageOutput, pageQuery, readPage } from './pages.ts';
export type { PageParts } from './pages.ts';
export { resource } from './resource/resource.ts';
export type { Resource, ResourceAction, ResourceDefinition } from './resource/definition.ts';
export { companyAlias } from './room-alias.ts';
export type { AliasMessage, RoomAlias, RoomMessage } from './room-alias.ts';
export type * from './scope.ts';
export { searchable } from './searchable.ts';
export { compile, isPrepared, sql } from './sql.ts';
export type { Sql, SqlRunner } from './sql.ts';
export { readersOf } from './storage.ts';
export type { FileReaders, StoreOptions, Storage, StoredFile, Upload } from './storage.ts';
export { addDays, localClock, localDate, localTime } from './local-dates.ts';
export { writeWorkbook } from './workbook.ts';
export type { WorkbookCell, WorkbookOptions } from './workbook.ts';
export { isOpenAt, isWithin, secondsWithin, weeklyHours, weeklyHoursInput } from './weekly-hours.ts';
export type { HolidayHours, WeeklyHours } from './weekly-hours.ts';
export { countedText } from './counted-text.ts';
export { csvLine, csvSeparator } from './csv.ts';
export { faultCode } from './fault-code.ts';
export { pictureSize } from '../shared/picture-size.ts';
export { textLength } from '../shared/text-length.ts';
export { withTimeout } from './with-timeout.ts';
export { youtubeCode } from '../shared/youtube.ts';
