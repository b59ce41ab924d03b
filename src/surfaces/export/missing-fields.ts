import type { ExportInfo } from './encoder';
import { type ContextField, contextFields } from './export-record';

/** The fields that no record of an export has, for formats with a column for each. */
export function missingFields({ context, signatures, model }: ExportInfo): Set<ContextField | 'embedding'> {
  const missing = new Set<ContextField | 'embedding'>(context ? [] : contextFields);
  if (!signatures) missing.add('dependencies').add('signatures');
  if (model === undefined) missing.add('embedding');
  return missing;
}
