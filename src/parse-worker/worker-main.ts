/** Entry of the engine process (`dist/parse-worker.js`). */
import { serve } from './worker-server';

serve();
