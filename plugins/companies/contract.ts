/** What others may ask of the company itself, and what they may add to how the platform's super users see companies. */
import { point, publishedSql, service, type Component } from '@balcao/sdk/contract';
import type { Language, Scope, WeeklyHours, z } from '@balcao/sdk/server';

/** A day on which nobody keeps the usual hours, whoever's they are. */
export interface Holiday {
  /** `2026-12-25`, by the company's calendar. */
  date: string;
  name: string;
  /** The hours of that day; '' for both: closed. */
  startTime: string;
  endTime: string;
}

export interface CompanyHours {
  /** The holiday of a moment; undefined: an ordinary day. It counts for the company, its departments and connections. */
  holidayAt(at: Date): Promise<Holiday | undefined>;
  /** The company's hours, which count when its `scheduleType` is `company`; empty: always open. */
  find(): Promise<WeeklyHours>;
}
/** When the company as a whole is at work. */
export const companyHours = service<CompanyHours>('companies.hours');

/** Server: what a plugin keeps of each company: read and written with it by super users, and begun at sign-up. */
export interface CompanyRecord {
  id: string;
  /** Keys of the body of POST and PUT /companies, each optional; they come back in every company's answer. */
  fields: Readonly<Record<string, z.ZodType>>;
  /** Refuses what cannot be kept, before anything is stored: throw `invalid({ planId: 'Required' })`. */
  check?(values: Readonly<Record<string, unknown>>, creates: boolean): void | Promise<void>;
  /** Keys of one company's answer; `scope` is in that company. */
  load(scope: Scope): Promise<Record<string, unknown>>;
  /** Only the keys that were sent. */
  save(values: Readonly<Record<string, unknown>>, scope: Scope): Promise<void>;
  /** The company was made by its own first admin, a moment ago: what it begins with. `values` are what the form sent. */
  begin?(values: Readonly<Record<string, unknown>>, scope: Scope): Promise<void>;
}
/** Server: what a plugin keeps of each company. */
export const companyRecord = point<CompanyRecord>('companies.record');

/** Server: something a newcomer chooses when signing up, drawn by the sign-up page as it is answered here. */
export interface SignUpChoice {
  id: string;
  order?: number;
  /** Where the value goes: a key of the `fields` of the plugin's `companies.record`, given to its `begin`. */
  field: string;
  /** The question, as a locale key. */
  label: string;
  /** What there is to choose from, the first one chosen beforehand; none: nothing is asked. `scope` is in any company. */
  options(scope: Scope): Promise<readonly SignUpOption[]>;
}
/** One of the things to choose from; texts are in the reader's language already. */
export interface SignUpOption {
  value: string;
  label: string;
  /** What stands at its end, such as a price. */
  note?: string;
  /** A line below it. */
  detail?: string;
}
/** Server: what a newcomer chooses when signing up. */
export const signUpChoice = point<SignUpChoice>('companies.sign-up.choice');

/** Browser: a company as the super user's list has it, with the keys that `companies.record` adds. */
export interface CompanyRow {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly status: boolean;
  readonly createdAt: string;
  readonly [field: string]: unknown;
}
/** Browser: a section of the company's form. */
export interface CompanyFormSection {
  id: string;
  order?: number;
  /** Locale key of its heading. */
  label: string;
  component: Component<{
    /** Absent: a new one. */
    company: CompanyRow | undefined;
    values: Readonly<Record<string, unknown>>;
    setValue(field: string, value: unknown): void;
  }>;
}
/** Browser: a section of the company's form. */
export const companyFormSection = point<CompanyFormSection>('companies.form.section');
/** Browser: a column of the list of companies. */
export interface CompanyListColumn {
  id: string;
  order?: number;
  /** Locale key. */
  label: string;
  /** px */
  width?: number;
  component: Component<{ company: CompanyRow }>;
}
/** Browser: a column of the list of companies. */
export const companyListColumn = point<CompanyListColumn>('companies.list.column');
/** Browser: a button at the end of a company's row. */
export interface CompanyRowAction {
  id: string;
  order?: number;
  component: Component<{ company: CompanyRow; onChanged(): void }>;
}
/** Browser: a button at the end of a company's row. */
export const companyRowAction = point<CompanyRowAction>('companies.row.action');

/** A row of `companies.public_company`. */
export interface PublicCompany {
  company_id: number;
  name: string;
  language: Language;
  /** `America/Sao_Paulo` */
  time_zone: string;
  /** CPF or CNPJ as the platform knows it; '': none. */
  cpf_cnpj: string;
}
/** SQL: one row: the company of the scope. */
export const publicCompany = publishedSql<PublicCompany>('companies.public_company');
