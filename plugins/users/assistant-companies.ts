/** The companies that have the fields of virtual assistants without anybody switching them on. */
const companies = [1, 2, 123];

/** Whether a company's people have those fields, by its setting `virtualUsers`. */
export const hasAssistantFields = (setting: unknown, companyId: number): boolean =>
  setting === 'enabled' || (setting !== 'disabled' && companies.includes(companyId));
