/** Entry of the engine process (`dist/engine.js`). */
import { serve } from './server';

serve();
