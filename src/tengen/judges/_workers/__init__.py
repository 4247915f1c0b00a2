"""Programs that have a judged Python file in their process; they stand alone, without tengen."""
