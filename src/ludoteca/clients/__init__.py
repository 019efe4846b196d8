"""What people see: terminal drawings, and later the console and the page."""
