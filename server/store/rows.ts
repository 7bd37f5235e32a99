/** PostgreSQL: the parameter's rows, `e`, with their place in it, `n`. */
export const ROWS = 'jsonb_array_elements($1::jsonb) with ordinality r(e, n)';
